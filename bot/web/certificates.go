package web

import (
	"crypto/tls"
	"log/slog"
	"net"
	"path/filepath"
	"strings"

	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// certificates obtains certificates for the name of the pages, and renews them.
type certificates struct {
	name  string
	magic *certmagic.Config
	cache *certmagic.Cache // to be stopped
}

// newCertificates does not contact anybody yet. state is the directory in which
// certificates are kept.
func newCertificates(origin, state string, log *slog.Logger) *certificates {
	c := &certificates{name: strings.TrimPrefix(origin, "https://")}
	if host, _, err := net.SplitHostPort(c.name); err == nil {
		c.name = host
	}
	encoder := zapcore.NewConsoleEncoder(zapcore.EncoderConfig{LevelKey: "level", MessageKey: "message", EncodeLevel: zapcore.LowercaseLevelEncoder})
	to := zap.New(zapcore.NewCore(encoder, zapcore.AddSync(lines{log}), zap.WarnLevel))
	c.cache = certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert: func(certmagic.Certificate) (*certmagic.Config, error) { return c.magic, nil }, Logger: to,
	})
	c.magic = certmagic.New(c.cache, certmagic.Config{Storage: &certmagic.FileStorage{Path: filepath.Join(state, "certificates")}, Logger: to})
	c.magic.Issuers = []certmagic.Issuer{certmagic.NewACMEIssuer(c.magic, certmagic.ACMEIssuer{Agreed: true, DisableHTTPChallenge: true, Logger: to})}
	return c
}

// config gives the certificate to readers, and answers the challenge that proves
// the name.
func (c *certificates) config() *tls.Config {
	config := c.magic.TLSConfig()
	config.NextProtos = append([]string{"h2", "http/1.1"}, config.NextProtos...)
	return config
}

// lines writes certmagic's messages to our log.
type lines struct{ log *slog.Logger }

func (l lines) Write(b []byte) (int, error) {
	l.log.Warn("certificates", "said", strings.TrimSpace(string(b)))
	return len(b), nil
}
