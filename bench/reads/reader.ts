/** The process that reads: it asks the product and, at the same moments, a bare server. */
import { answerCalls } from "../children.ts"
import { type OpenLoadOptions, openLoad } from "./openLoad.ts"
import type { ReadsReport } from "./site.ts"

export interface ReadsOptions extends OpenLoadOptions {
  readonly barePort: number
}

const read = async ({ barePort, ...options }: ReadsOptions): Promise<ReadsReport> => {
  const [ours, bare] = await Promise.all([openLoad(options), openLoad({ ...options, port: barePort })])
  return { ours, bare }
}

answerCalls({ read })
