// Package follow brings games into the store: from files that are imported
// once, and from files and addresses that are followed while the bot serves.
//
//   - config.go: Source, one [[games.source]] of the configuration.
//   - public.go: the sources that the public servers offer.
//   - digest.go: what was read as a gamelog.GameBatch.
//   - file.go, http.go: reading on from a position in either (inode_unix.go, inode_other.go:
//     which file it is).
//   - import.go: Import, for a whole file at once.
//   - live.go: Live, the games that go on, looked up when somebody asks.
//   - follow.go: Follower, which polls every source and hands on what is new.
package follow
