// Package confusable tells names that people take for one another. It follows the idea of Unicode's report 39: every name has a skeleton, what is
// left of it when look-alikes are written the same way, and two names look alike where their skeletons are equal. The table of letters is our own
// and holds the common ones; it errs on the side of calling names alike, since all that follows from it is a number behind both.
package confusable
