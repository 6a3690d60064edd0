package read

// Forget makes the next reader compile its phrases again.
func Forget() {
	made.Lock()
	defer made.Unlock()
	clear(made.all)
}
