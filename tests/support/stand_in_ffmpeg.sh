#!/bin/sh
# Takes the place of ffmpeg, in less time: copies the pictures to the file of the last argument.
for last; do :; done
exec cat >"${last#file:}"
