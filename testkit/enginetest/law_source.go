package enginetest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// source: the title's package imports the standard library and package engine alone, without packages that have side
// effects. It starts no goroutine, changes no package variable, and uses no global chance. Its tests may.
func source(x suite) error {
	files, err := x.parse()
	if err != nil {
		return err
	}
	globals := map[string]bool{}
	for _, file := range files {
		for _, decl := range file.tree.Decls {
			for _, name := range variables(decl) {
				globals[name] = true
			}
		}
	}
	for _, file := range files {
		if err := file.imports(); err != nil {
			return err
		}
		if err := file.statements(globals); err != nil {
			return err
		}
	}
	return nil
}

// outside lists packages with side effects or access to hidden state, with all packages below them.
var outside = []string{"time", "os", "io/ioutil", "net", "log", "sync", "runtime", "unsafe", "syscall", "crypto/rand", "plugin", "reflect", "testing", "context", "database"}

// looseChance lists the names of math/rand packages that a title may use: explicit generators, not the global one.
var looseChance = []string{"Rand", "New", "NewPCG", "PCG", "NewChaCha8", "ChaCha8", "Source"}

type sourceFile struct {
	set  *token.FileSet
	tree *ast.File
	rand string // the name of math/rand in the file
}

func (x suite) parse() ([]*sourceFile, error) {
	paths, err := filepath.Glob(filepath.Join(x.Dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*sourceFile
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, path, raw, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, &sourceFile{set: set, tree: tree})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no Go files in %q", x.Dir)
	}
	return files, nil
}

func (f *sourceFile) errorf(at ast.Node, format string, args ...any) error {
	return fmt.Errorf("%s: %s", f.set.Position(at.Pos()), fmt.Sprintf(format, args...))
}

// titleImports are the packages of this module that a title may import.
var titleImports = []string{"nemeton/engine", "nemeton/engine/chance", "nemeton/engine/codec"}

func (f *sourceFile) imports() error {
	for _, spec := range f.tree.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		first, _, _ := strings.Cut(path, "/")
		if !slices.Contains(titleImports, path) && (first == "nemeton" || strings.Contains(first, ".")) {
			return f.errorf(spec, "imports %s: a title knows the standard library and %v", path, titleImports)
		}
		for _, bad := range outside {
			if path == bad || strings.HasPrefix(path, bad+"/") {
				return f.errorf(spec, "imports %s: a title knows nothing outside of its state", path)
			}
		}
		if strings.HasPrefix(path, "math/rand") {
			f.rand = "rand"
			if spec.Name != nil {
				f.rand = spec.Name.Name
			}
		}
	}
	return nil
}

// variables lists the package variables of a declaration.
func variables(decl ast.Decl) []string {
	d, ok := decl.(*ast.GenDecl)
	if !ok || d.Tok != token.VAR {
		return nil
	}
	var names []string
	for _, spec := range d.Specs {
		for _, name := range spec.(*ast.ValueSpec).Names {
			names = append(names, name.Name)
		}
	}
	return names
}

// statements checks all functions.
func (f *sourceFile) statements(globals map[string]bool) (err error) {
	for _, decl := range f.tree.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		local := locals(fn)
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if bad := f.statement(n, func(name string) bool { return globals[name] && !local[name] }); bad != nil && err == nil {
				err = bad
			}
			return err == nil
		})
	}
	return err
}

func (f *sourceFile) statement(n ast.Node, global func(string) bool) error {
	switch s := n.(type) {
	case *ast.GoStmt:
		return f.errorf(s, "starts a goroutine")
	case *ast.SelectStmt:
		return f.errorf(s, "selects: what comes first is chance")
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			return nil
		}
		for _, left := range s.Lhs {
			if name := root(left); global(name) {
				return f.errorf(s, "assigns to the package variable %s", name)
			}
		}
	case *ast.IncDecStmt:
		if name := root(s.X); global(name) {
			return f.errorf(s, "changes the package variable %s", name)
		}
	case *ast.UnaryExpr:
		if name := root(s.X); s.Op == token.AND && global(name) {
			return f.errorf(s, "takes the address of the package variable %s", name)
		}
	case *ast.CallExpr:
		if fn, ok := s.Fun.(*ast.Ident); ok && (fn.Name == "clear" || fn.Name == "delete") && global(root(s.Args[0])) {
			return f.errorf(s, "empties the package variable %s", root(s.Args[0]))
		}
	case *ast.SelectorExpr:
		pkg, ok := s.X.(*ast.Ident)
		if ok && f.rand != "" && pkg.Name == f.rand && !slices.Contains(looseChance, s.Sel.Name) {
			return f.errorf(s, "uses the global chance %s.%s", pkg.Name, s.Sel.Name)
		}
	}
	return nil
}

// root is the variable at the root of an expression; empty if there is none.
func root(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return root(x.X)
	case *ast.IndexExpr:
		return root(x.X)
	case *ast.ParenExpr:
		return root(x.X)
	case *ast.StarExpr:
		return root(x.X)
	}
	return ""
}

// locals are the names that a function declares. They can hide a package variable of the same name.
func locals(fn *ast.FuncDecl) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch d := n.(type) {
		case *ast.Field:
			for _, name := range d.Names {
				names[name.Name] = true
			}
		case *ast.AssignStmt:
			for _, left := range d.Lhs {
				if name, ok := left.(*ast.Ident); ok && d.Tok == token.DEFINE {
					names[name.Name] = true
				}
			}
		case *ast.RangeStmt:
			for _, e := range []ast.Expr{d.Key, d.Value} {
				if name, ok := e.(*ast.Ident); ok && d.Tok == token.DEFINE {
					names[name.Name] = true
				}
			}
		case *ast.ValueSpec:
			for _, name := range d.Names {
				names[name.Name] = true
			}
		}
		return true
	})
	return names
}
