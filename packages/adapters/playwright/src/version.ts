/** The version in this package's manifest. */
export const version = "0.1.0"
