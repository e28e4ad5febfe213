/** Addresses as people type them, read by the rule of the commands. */
import { webAddress } from "./webAddress.ts"

const onThisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/?#]|$)/i

/** A port after a name is no scheme. */
const hasScheme = (text: string): boolean => /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)

/** With the scheme that was left out: `https` unless it is on this machine, where few speak TLS. */
export const typedAddress = (typed: string): string => {
  const text = typed.trim()
  if (text === "" || hasScheme(text)) return text
  return `${onThisMachine.test(text) ? "http" : "https"}://${text}`
}

/** With its scheme, where it is an address of the web then; what is none stays as it was typed, so that the refusal is about that. */
export const sentAddress = (typed: string): string => {
  const whole = typedAddress(typed)
  const mayBeOne = onThisMachine.test(typed.trim()) || /[.:]/.test(typed)
  return mayBeOne && webAddress(whole) !== null ? whole : typed
}

/** As it was typed, unless the server would read it in another way: it takes all without a scheme for `https`. */
export const listedAddress = (typed: string): string => (onThisMachine.test(typed) ? typedAddress(typed) : typed)
