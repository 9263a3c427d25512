#!/bin/sh
# Installs the distribution that it is part of as a systemd service, or upgrades it:
#
#   tar xzf forja-0.1.0.tar.gz && sudo forja-0.1.0/deploy/install.sh
#
# What is where afterwards:
#   /opt/forja/forja-<version>   the program; /opt/forja/current points at the one that runs
#   /etc/forja                   forja.yaml, forja.env, pipelines/; what is there stays as it is
#   /var/lib/forja               state, and tables that have no other place
#   /usr/local/bin/forja         the command
#
# It neither enables nor restarts the service; it says how. DESTDIR=/some/dir installs the files there and nothing else.
set -eu

die() {
  echo "install.sh: $1" >&2
  exit 1
}

dist=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd -P)
[ -f "$dist/lib/forja.jar" ] || die "$dist is not a distribution of Forja; unpack forja-<version>.tar.gz and run its deploy/install.sh."
[ -n "${DESTDIR:-}" ] || [ "$(id -u)" = 0 ] || die "it writes to /opt and /etc; run it as root."
name=$(basename "$dist")
to=${DESTDIR:-}

if [ -z "$to" ]; then
  getent passwd forja >/dev/null ||
    useradd --system --user-group --home-dir /var/lib/forja --no-create-home --shell /usr/sbin/nologin forja
fi

# The program: complete under another name first, so that no half of it is ever started.
mkdir -p "$to/opt/forja" "$to/usr/local/bin"
if [ "$dist" != "$(cd "$to/opt/forja" && pwd -P)/$name" ]; then
  rm -rf "$to/opt/forja/.$name"
  cp -R "$dist" "$to/opt/forja/.$name"
  rm -rf "$to/opt/forja/$name"
  mv "$to/opt/forja/.$name" "$to/opt/forja/$name"
fi
ln -sfn "$name" "$to/opt/forja/current"
ln -sfn /opt/forja/current/bin/forja "$to/usr/local/bin/forja"

# The configuration: only what is missing.
mkdir -p "$to/etc/forja/pipelines"
[ -e "$to/etc/forja/forja.yaml" ] || cp "$dist/conf/forja.yaml" "$to/etc/forja/forja.yaml"
if [ ! -e "$to/etc/forja/forja.env" ]; then
  (umask 077 && cp "$dist/conf/forja.env" "$to/etc/forja/forja.env")
  chmod 600 "$to/etc/forja/forja.env"
fi

mkdir -p "$to/etc/systemd/system"
cp "$dist/deploy/systemd/forja.service" "$to/etc/systemd/system/forja.service"
[ -z "$to" ] || exit 0

# In a container there may be no systemd to tell.
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
fi
runuser -u forja -- /opt/forja/current/bin/forja --version || die "Forja does not start; see above."
cat <<TEXT
Forja is in /opt/forja/$name.
  settings   /etc/forja/forja.yaml, secrets in /etc/forja/forja.env
  pipelines  /etc/forja/pipelines      forja validate /etc/forja/pipelines
  start      systemctl enable --now forja
  upgrade    systemctl restart forja   (running jobs get 60 s to end)
  logs       journalctl -u forja -f
TEXT
