/** Why a file or folder could not be used, in words for whoever named it. */

const words: Readonly<Record<string, string>> = {
  EACCES: "you may not use it",
  EEXIST: "it is there already, and is something else",
  EISDIR: "it is a folder",
  ELOOP: "it is a link",
  ENOENT: "there is no such file or folder",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of its path is a file",
  EPERM: "you may not use it",
  EROFS: "the disk is read-only"
}

/** What the system said, without its codes and without the path, which the caller names. */
export const fileProblem = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  const { code } = cause as NodeJS.ErrnoException
  return (code === undefined ? undefined : words[code]) ?? cause.message
}
