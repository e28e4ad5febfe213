/** Which pages of a site are its first. */

/**
 * Paths of first pages: none, a language or a country, or what servers and builders of sites call them.
 *
 * @internal
 */
export const ofFront =
  /^\/(?:[a-z]{2,3}(?:[-_/][a-z]{2,4})?)?\/?(?:(?:index|home|default|start|welcome)(?:\.[a-z]{2,5})?)?\/?$/i
