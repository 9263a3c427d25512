# Makes the start-up archive in the background, once the command that recorded its classes has ended; see bin/forja.
# Started with: the command's process id, java, the installation, the path of the archive without its ending.
pid=$1 java=$2 home=$3 archive=$4
classes=$archive.$pid.classes
trap 'rm -f "$classes" "$archive.$pid.list" "$archive.$pid.jsa" "$archive.$pid.args"' EXIT
trap 'exit 1' HUP INT TERM

# What one that was killed left behind; the lock says that nobody is at it now.
for old in "$archive".*.classes "$archive".*.list "$archive".*.jsa "$archive".*.args; do
  [ "$old" = "$classes" ] || rm -f "$old"
done

while kill -0 "$pid" 2>/dev/null; do
  sleep 1
done
# A command that went through the daemon has seen no Spark and tells nothing.
grep -q '^org/apache/spark/sql/SparkSession\( \|$\)' "$classes" || exit 0
# Without our own classes, which change with every build; the last line may be half of one.
sed -e '$d' "$classes" | grep -v 'io/forja/' >"$archive.$pid.list"

libraries=
own=
for jar in "$home"/lib/*.jar; do
  case ${jar##*/} in
    forja.jar | pipeline-*.jar) own=$own:$jar ;;
    *) libraries=$libraries:$jar ;;
  esac
done
libraries=${libraries#:}

nice -n 19 "$java" -Xshare:dump -XX:+UseG1GC -XX:MaxRAMPercentage=50 -XX:TieredStopAtLevel=1 -Xlog:disable \
  "-XX:SharedClassListFile=$archive.$pid.list" "-XX:SharedArchiveFile=$archive.$pid.jsa" -cp "$libraries" || exit 1
[ -s "$archive.$pid.jsa" ] || exit 1
# In an argument file a backslash is written twice.
{
  printf '# %s\n# %s\n' "$java" "$home"
  printf '%s\n' "-cp \"$libraries$own\"" | sed 's/\\/\\\\/g'
} >"$archive.$pid.args"
# On the disk before it has its name: a power cut must not leave half an archive behind.
sync "$archive.$pid.jsa" "$archive.$pid.args" 2>/dev/null || sync
mv -f "$archive.$pid.jsa" "$archive.jsa" && mv -f "$archive.$pid.args" "$archive.args" || exit 1

# Earlier archives of this place, and those of places that are gone, are of no more use.
for args in "${archive%/*}"/cds-*.args; do
  [ -f "$args" ] && [ "$args" != "$archive.args" ] || continue
  {
    read -r itsJava
    read -r itsHome
  } <"$args"
  itsJava=${itsJava#\# } itsHome=${itsHome#\# }
  if [ "$itsJava/$itsHome" = "$java/$home" ] || [ ! -e "$itsHome/lib/forja.jar" ]; then
    rm -f "$args" "${args%.args}.jsa"
  fi
done
