#!/bin/bash
# version.sh: prints the version of this tree. gen/base/VERSION is the one place that has it; in a work tree of
# git the commit is appended, unless it is tagged as that very version:
#
#   0.2.0                     the commit with the tag v0.2.0, or an unpacked `make dist`
#   0.2.0+g0123456789         any other commit
#   0.2.0+g0123456789.dirty   with changes that are not committed
#   0.2.0+unknown             a work tree that git does not read
#
# Commits are not counted: a shallow clone must say the same as a full one, since emitted files have the version.
set -eu -o pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."
version=$(cat gen/base/VERSION)
git() { command git -c safe.directory='*' "$@" 2>/dev/null; }

suffix() {
    local commit changes tag
    commit=$(git rev-parse HEAD) || { echo +unknown; return; }
    # Without a lock on the index: somebody may be committing.
    changes=$(git --no-optional-locks status --porcelain --untracked-files=no) || { echo +unknown; return; }
    tag=$(git describe --tags --exact-match --match "v$version" HEAD) || tag=none
    if [ -n "$changes" ]; then
        echo "+g${commit:0:10}.dirty"
    elif [ "$tag" != "v$version" ]; then
        echo "+g${commit:0:10}"
    fi
}

# An unpacked tarball inside of somebody else's work tree has no .git of its own.
if [ -e .git ]; then version=$version$(suffix); fi
echo "$version"
