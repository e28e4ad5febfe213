/** The ways in which a brand is asked for, none of which finds one. */
import type { Server } from "../Server.ts"

/** Status and code of what is answered. */
export const retrieves = async ({ call }: Server, body: object): Promise<readonly [number, unknown]> => {
  const reply = await call("POST", "/brand/retrieve", body)
  return [reply.status, reply.body.error_code]
}

/** The six shapes of the contract and that of an ISIN, with nothing but what they must have. */
export const shapes = {
  by_domain: { domain: "nobody.example" },
  by_name: { name: "Nobody At All" },
  by_email: { email: "jo@nobody.example" },
  by_ticker: { ticker: "QZQZ" },
  by_direct_url: { direct_url: "https://nobody.example/" },
  by_transaction: { transaction_info: "NOBODY AT ALL" },
  by_isin: { isin: "US0000000025" }
} as const
export type Shape = keyof typeof shapes

export const bodyOf = (type: Shape, more: object = {}) => ({ type, ...shapes[type], ...more })
