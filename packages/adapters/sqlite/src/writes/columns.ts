/** Pieces of the texts of statements that write many columns, whose values come as a list in the same order. */

/** The columns, for `insert into … (names)`. */
export const namesOf = (columns: ReadonlyArray<string>): string => columns.join(", ")

/** A place for the value of each, for `values (…)`. */
export const marksOf = (columns: ReadonlyArray<string>): string => columns.map(() => "?").join(", ")

/** Each with a place for its value, for `set …`. */
export const assignmentsOf = (columns: ReadonlyArray<string>): string =>
  columns.map((column) => `${column} = ?`).join(", ")
