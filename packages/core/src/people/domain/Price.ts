/** What looking for a person costs, in credits (contract/people.md): nothing where nobody was found. */

/** @internal */
export const personPrice = 20
