/** Elements and texts of one page. A page of 5 MB seldom has a fifth of it. */
export const maxNodes = 500_000
