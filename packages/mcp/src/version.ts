/** The version in this package's manifest; a test keeps the two alike. */
export const version = "0.1.0"
