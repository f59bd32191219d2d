#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiler launcher of CMake: copies the object of a source that is as in the checkout, instead of compiling for a minute.
# FOLLOWED_CHECKOUT and FOLLOWED_COPY are the checkout and its copy, FOLLOWED_BUILD is the checkout's build of the models.
# A source that includes families.h is compiled, because a new family changes that file.
previous='' object='' source=''
for word; do
    case $previous in
        -o) object=$word ;;
        -c) source=$word ;;
    esac
    previous=$word
done
original=$FOLLOWED_CHECKOUT${source#"$FOLLOWED_COPY"}
if [ -f "$FOLLOWED_BUILD/$object" ] && cmp -s "$source" "$original" && ! grep -q 'families\.h' "$source"; then
    exec cp "$FOLLOWED_BUILD/$object" "$object"
fi
exec "$@"
