/** How we introduce ourselves to servers. */

/** The version in this package's manifest. */
export const version = "0.1.0"

export const defaultUserAgent = `Kittiwake/${version} (+https://github.com/kittiwake-dev/kittiwake)`
