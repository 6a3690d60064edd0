package pgtest

import (
	"cmp"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// Server is a PostgreSQL of its own, with its files in a directory of the test.
type Server struct {
	Port int

	t    testing.TB
	data string
	cmd  *exec.Cmd
	more []string // more arguments of postgres
}

// nobody is the user that PostgreSQL runs as when the tests run as root, which it
// refuses.
const nobody = 65534

var schemas atomic.Int64

// Start starts a server that ends with the test. Without PostgreSQL the test is
// skipped; DELPHI_NEED_POSTGRES makes that a failure.
func Start(t testing.TB) *Server {
	t.Helper()
	if program("postgres") == "" {
		if os.Getenv("DELPHI_NEED_POSTGRES") != "" {
			t.Fatal("there is no PostgreSQL here")
		}
		t.Skip("there is no PostgreSQL here: Debian's postgresql has it")
	}
	dir, err := os.MkdirTemp("", "pgtest")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := &Server{t: t, data: filepath.Join(dir, "data")}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(s.data, 0o700); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 {
		if err := os.Chown(s.data, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := s.command("initdb", "-D", s.data, "-U", "delphi", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync").CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	s.Port = FreePort(t)
	s.Up()
	t.Cleanup(s.Kill)
	return s
}

// program returns the path of one of PostgreSQL's programs, or "". Debian keeps
// those of the server in a directory for each release, of which the newest is
// taken.
func program(name string) string {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if len(found) > 0 {
		return slices.MaxFunc(found, func(a, b string) int { return cmp.Compare(release(a), release(b)) })
	}
	path, _ := exec.LookPath(name)
	return path
}

// release returns the release in a path /usr/lib/postgresql/15/bin/postgres.
func release(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
	return n
}

// command runs a program of PostgreSQL as somebody it accepts.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(program(name), args...)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	return cmd
}

// Up starts the server, after Kill too, and waits until it answers.
func (s *Server) Up() {
	s.t.Helper()
	args := []string{"-D", s.data, "-p", fmt.Sprint(s.Port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=60"}
	s.cmd = s.command("postgres", append(args, s.more...)...)
	var said strings.Builder
	s.cmd.Stderr = &said
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if s.command("pg_isready", "-q", "-h", "127.0.0.1", "-p", fmt.Sprint(s.Port)).Run() == nil {
			return
		}
		if time.Since(begun) > 3*time.Minute {
			s.Kill()
			s.t.Fatalf("PostgreSQL does not answer:\n%s", said.String())
		}
	}
}

// Standby makes a new server on a port, which follows this one, and from then on
// each COMMIT here waits until that one has it too. Whatever the standby's port had
// before is gone.
func (s *Server) Standby(port int) *Server {
	s.t.Helper()
	dir, err := os.MkdirTemp(filepath.Dir(filepath.Dir(s.data)), "pgtest")
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		s.t.Fatal(err)
	}
	b := &Server{t: s.t, data: filepath.Join(dir, "data"), Port: port}
	if err := os.Mkdir(b.data, 0o700); err != nil {
		s.t.Fatal(err)
	}
	if os.Getuid() == 0 {
		if err := os.Chown(b.data, nobody, nobody); err != nil {
			s.t.Fatal(err)
		}
	}
	if out, err := s.command("pg_basebackup", "-D", b.data, "-R", "-X", "stream", "-c", "fast", "-h", "127.0.0.1", "-p", fmt.Sprint(s.Port), "-U", "delphi").CombinedOutput(); err != nil {
		s.t.Fatalf("pg_basebackup: %v\n%s", err, out)
	}
	b.more = []string{"-c", "wal_receiver_timeout=5s", "-c", "wal_retrieve_retry_interval=200ms"} // the default is 5 s, and without a standby nothing is written
	b.Up()
	s.t.Cleanup(b.Kill)
	s.SQL(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
	s.SQL(`SELECT pg_reload_conf()`)
	for begun := time.Now(); s.SQL(`SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'`) != "1"; time.Sleep(50 * time.Millisecond) {
		if time.Since(begun) > 3*time.Minute {
			s.t.Fatal("the standby does not follow")
		}
	}
	return b
}

// Promote makes a standby the server that is written to. It keeps no promise to a
// standby of its own until it has one.
func (s *Server) Promote() {
	s.t.Helper()
	s.SQL(`SELECT pg_promote(true, 60)`)
	s.SQL(`ALTER SYSTEM RESET synchronous_standby_names`)
	s.SQL(`SELECT pg_reload_conf()`)
}

// FreePort returns a port on which nothing listens.
func FreePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// Kill ends the server at once, as a crash does.
func (s *Server) Kill() {
	if s.cmd == nil {
		return
	}
	children := children(s.cmd.Process.Pid)
	_ = syscall.Kill(s.cmd.Process.Pid, syscall.SIGKILL)
	for _, pid := range children { // each is in a group of its own
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	_ = s.cmd.Wait()
	s.cmd = nil
}

// children lists the processes that a process has started.
func children(of int) (pids []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		text, _ := os.ReadFile(name)
		var pid, parent int
		_, after, _ := strings.Cut(string(text), ") ") // the name before it may hold anything
		var state string
		if _, err := fmt.Sscan(after, &state, &parent); err != nil || parent != of {
			continue
		}
		if _, err := fmt.Sscan(string(text), &pid); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// Terminate ends the connections of all others, as a network that fails does.
func (s *Server) Terminate() {
	s.t.Helper()
	s.SQL(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'delphi'`)
}

// SQL runs a statement.
func (s *Server) SQL(statement string) string {
	s.t.Helper()
	out, err := s.command("psql", "-X", "-q", "-t", "-A", "-h", "127.0.0.1", "-p", fmt.Sprint(s.Port), "-U", "delphi", "-d", "postgres", "-c", statement).CombinedOutput()
	if err != nil {
		s.t.Fatalf("%s: %v\n%s", statement, err, out)
	}
	return strings.TrimSpace(string(out))
}

// URL returns the address of a new database, or at least of a separate set of tables.
func (s *Server) URL() string {
	s.t.Helper()
	name := fmt.Sprintf("t%d", schemas.Add(1))
	s.SQL("CREATE SCHEMA " + name)
	return fmt.Sprintf("postgres://delphi@127.0.0.1:%d/postgres?search_path=%s", s.Port, name)
}
