module nemeton

go 1.26
