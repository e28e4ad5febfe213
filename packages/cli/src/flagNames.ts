/** Refusals in the words of the command line: what was typed, and not the field of the wire that it became. */

/** Which flag or argument sets a field, by the field's path. */
export type FlagNames = Readonly<Record<string, string>>

/** What a path was typed as, with the place in it where that is JSON; undefined where no flag sets it. */
export const typedAs = (flags: FlagNames, path: string): string | undefined => {
  const parts = path.split(".")
  for (let length = parts.length; length > 0; length--) {
    const flag = flags[parts.slice(0, length).join(".")]
    if (flag === undefined) continue
    const rest = parts.slice(length).join(".")
    // Of a flag that is given several times the number says nothing that anybody typed.
    return rest === "" || /^\d+$/.test(rest) ? flag : `${flag}, at ${rest}`
  }
  return undefined
}

/** A message whose lines begin with paths of fields, each as it was typed. */
export const inFlags = (flags: FlagNames, message: string): string =>
  message.replaceAll(
    /(?<=^|; |_ERROR: )[a-z_]+(?:\.[\w$@-]+(?:\[\d+\])*)*(?=: )/gi,
    (path) => typedAs(flags, path) ?? path
  )
