#!/bin/sh
# usage: make_deb.sh FOLDER VERSION
# Makes a Debian package of what is installed under FOLDER/root, as FOLDER/heddle_VERSION_ARCHITECTURE.deb. What it
# depends on is what its programs and libraries are linked with. DEB_MAINTAINER: the name and address of its maintainer.
set -eu

folder=$1
version=$2
for tool in dpkg-deb dpkg-shlibdeps; do
    command -v $tool >/dev/null || { echo "make deb needs $tool: apt-get install dpkg-dev" >&2; exit 1; }
done
cd "$folder"
architecture=$(dpkg --print-architecture)
package=heddle_${version}_$architecture.deb

# Packaged programs need no debug information; the static library keeps the symbols that linkers need.
find root -type f \( -name heddle -path '*/bin/*' -o -name heddle-bench -o -name '*.so.*' \) -exec strip --strip-unneeded {} +
find root -type f -name '*.a' -exec strip --strip-debug {} +
doc=root/usr/share/doc/heddle
cp $doc/COPYING $doc/copyright
gzip -9n <$doc/CHANGELOG.md >$doc/changelog.gz
find root/usr/share/man -type f -name '*.1' -exec gzip -9n {} +

# dpkg-shlibdeps looks for a source package around it.
mkdir -p shlibdeps/debian root/DEBIAN
printf 'Source: heddle\n\nPackage: heddle\nArchitecture: any\n' >shlibdeps/debian/control
depends=$(cd shlibdeps && find ../root -type f \( -name heddle -path '*/bin/*' -o -name heddle-bench -o -name '*.so.*' \) \
    -exec dpkg-shlibdeps -O {} + | sed -n 's/^shlibs:Depends=//p')
[ -n "$depends" ] || { echo "make deb: dpkg-shlibdeps found no dependencies" >&2; exit 1; }

size=$(du -k -s root/usr | cut -f1)
cat >root/DEBIAN/control <<END
Package: heddle
Version: $version
Architecture: $architecture
Maintainer: ${DEB_MAINTAINER:-Heddle maintainers <maintainers@heddle.invalid>}
Installed-Size: $size
Depends: $depends
Suggests: pkg-config, libjansson-dev, libzstd-dev, libgmp-dev, zlib1g-dev, graphviz, python3-matplotlib
Section: science
Priority: optional
Description: explicit-state model checker for networks of LTSs
 Heddle generates the state spaces of networks of labelled transition systems,
 written in the EXP language or as AUT graphs, finds deadlocks and violations
 of properties with shortest traces, decides formulas of the modal mu-calculus,
 and decomposes state spaces and Markov decision processes.
 .
 The package has the command, and the library with its header for programs
 (static linking needs the suggested packages).
END
printf 'activate-noawait ldconfig\n' >root/DEBIAN/triggers
(cd root && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >root/DEBIAN/md5sums
chmod -R u+rwX,go+rX,go-w root
dpkg-deb --root-owner-group -Zxz -b root "$package" >/dev/null
echo "$folder/$package"
