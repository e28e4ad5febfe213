/** For which organization an operator acted last in this browser. Whoever signs in as another finds none of it among his. */
const kept = "kittiwake-organization"

export const lastOrganization = (): string | null => localStorage.getItem(kept)

export const keepOrganization = (id: string): void => localStorage.setItem(kept, id)
