package main

import "fmt"

type configCmd struct {
	Check checkCmd `cmd:"" help:"Name every unknown or wrong key of a configuration with its line."`
}

type checkCmd struct {
	File string `short:"c" name:"config" required:"" type:"path" placeholder:"FILE" help:"The configuration."`
}

// Run checks the configuration and says that it is good.
func (c *checkCmd) Run(e *env) error {
	s, err := loadSettings(c.File, e.getenv)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(e.out, "%s is good: %d IRC networks\n", c.File, len(s.IRC))
	return err
}
