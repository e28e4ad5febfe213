/** Whether a server was not spoken to because its certificate is not trusted. */

/** What to do about it. */
export const trustIt =
  "One of an authority of your own is trusted with NODE_EXTRA_CA_CERTS, set to the file of that authority's certificate (PEM)."

/** How Node calls what is wrong with a certificate. */
const isOfCertificate = /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/

/** Deepest error that is looked for: that of the client holds that of the connection. */
const maxDepth = 4

/** The code of the error, or null where it is none of a certificate's. */
export const untrustedCertificate = (error: unknown, depth = 0): string | null => {
  if (typeof error !== "object" || error === null || depth > maxDepth) return null
  const { cause, code, reason } = error as Readonly<Record<"cause" | "code" | "reason", unknown>>
  if (typeof code === "string" && isOfCertificate.test(code)) return code
  return untrustedCertificate(cause ?? reason, depth + 1)
}
