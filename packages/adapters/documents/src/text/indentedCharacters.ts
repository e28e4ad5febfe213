/** JSON that is longer stays as it is written: indented, it would be longer than anyone reads. */
export const indentedCharacters = 2_000_000
