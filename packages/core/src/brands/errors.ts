/** What a call that looks a brand up can end in, beside what reading the web can. Nothing is charged for any of them. */
import { Schema } from "effect"
import type { WebError } from "../pages/errors.ts"
import type { DisposableEmail, FreeEmail } from "../sites/errors.ts"

/** No brand is known by what was asked for, or nobody is at its domain. Ask with the domain of its site. */
export class BrandNotFound extends Schema.TaggedError<BrandNotFound>()("BrandNotFound", { message: Schema.String }) {}

/** The brand must be read first, and the deadline leaves too little time for that. Give more, or take what is older. */
export class ColdBrand extends Schema.TaggedError<ColdBrand>()("ColdBrand", { leastMillis: Schema.Int }) {}

/** Why a brand was not told. */
export type BrandError = BrandNotFound | ColdBrand | DisposableEmail | FreeEmail | WebError
