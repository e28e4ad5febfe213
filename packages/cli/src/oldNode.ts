/** What a Node is told that is too old for this package. It is told by code that such a Node can read. */

/** `node:sqlite` of the versions before gives numbered parameters (`?1`) no values. */
export const oldest = { major: 22, minor: 20 } as const

/** Why this Node cannot run Kittiwake; null when it can. */
export const oldNode = (version: string = process.versions.node): string | null => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor)
    ? null
    : `Kittiwake needs Node ${oldest.major}.${oldest.minor} or later, best Node 24; this is Node ${version}.`
}
