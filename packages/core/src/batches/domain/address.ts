/** What somebody means who writes an address down. */

/** The address with its scheme; without one it is `https`. A port after a name is no scheme. @internal */
export const addressOf = (written: string): string => {
  const text = written.trim()
  return /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) || text === "" ? text : `https://${text}`
}
