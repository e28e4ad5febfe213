/** The operations that tell how sites look, as values (contract/design-industry.md §1, §2). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { access } from "../access.ts"
import { errorsWith } from "../errors.ts"
import { Domain, WebUrl } from "../fields.ts"
import { Admission } from "../middleware/Admission.ts"
import { callFields } from "../Replies.ts"
import { AnyAge, callQuery, timeoutQuery } from "../web/query.ts"
import { CacheMetadata } from "../web/records.ts"

const extracts = (summary: string) =>
  access({
    summary,
    scope: "data:execute",
    bucket: "default",
    labels: "query",
    objects: ["timeoutOpts", "timeout"],
    keepsReply: false
  })

const errors = errorsWith(404, 408, 413, 415)

const designQuery = {
  domain: Schema.optionalKey(Domain),
  directUrl: Schema.optionalKey(WebUrl),
  maxAgeMs: Schema.optionalKey(AnyAge),
  ...timeoutQuery(1_000),
  ...callQuery
}

const FontLinkRecord = Schema.Struct({
  type: Schema.Literals(["google", "custom"]),
  files: Schema.Record(Schema.String, Schema.String),
  category: Schema.optionalKey(Schema.Literals(["sans-serif", "serif", "monospace", "display", "handwriting"])),
  displayName: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "FontLink" })

const TextStyleRecord = Schema.Struct({
  fontFamily: Schema.String,
  fontFallbacks: Schema.Array(Schema.String),
  fontSize: Schema.String,
  fontWeight: Schema.Number,
  lineHeight: Schema.String,
  letterSpacing: Schema.String
}).annotate({ identifier: "TextStyle" })

const frame = {
  backgroundColor: Schema.String,
  borderColor: Schema.String,
  borderRadius: Schema.String,
  borderWidth: Schema.String,
  borderStyle: Schema.String,
  padding: Schema.String,
  boxShadow: Schema.String,
  css: Schema.String
}

const ButtonStyleRecord = Schema.Struct({
  ...frame,
  color: Schema.String,
  minWidth: Schema.String,
  minHeight: Schema.String,
  fontFamily: Schema.optionalKey(Schema.String),
  fontFallbacks: Schema.optionalKey(Schema.Array(Schema.String)),
  fontSize: Schema.String,
  fontWeight: Schema.Number,
  textDecoration: Schema.String,
  textDecorationColor: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "ButtonStyle" })

const CardStyleRecord = Schema.Struct({ ...frame, textColor: Schema.String }).annotate({ identifier: "CardStyle" })

const strings = <K extends string>(names: ReadonlyArray<K>) =>
  Schema.Struct(Object.fromEntries(names.map((name) => [name, Schema.String])) as { readonly [N in K]: Schema.String })

const StyleGuideRecord = Schema.Struct({
  mode: Schema.Literals(["light", "dark"]),
  colors: Schema.Struct({
    accent: Schema.String,
    background: Schema.String,
    text: Schema.String,
    palette: Schema.Array(
      Schema.Struct({
        color: Schema.String,
        share: Schema.Number,
        roles: Schema.Array(Schema.Literals(["background", "border", "button", "link", "text"]))
      })
    )
  }),
  typography: Schema.Struct({
    headings: Schema.Struct({
      h1: Schema.optionalKey(TextStyleRecord),
      h2: Schema.optionalKey(TextStyleRecord),
      h3: Schema.optionalKey(TextStyleRecord),
      h4: Schema.optionalKey(TextStyleRecord)
    }),
    p: Schema.optionalKey(TextStyleRecord)
  }),
  elementSpacing: strings(["xs", "sm", "md", "lg", "xl"]),
  shadows: strings(["sm", "md", "lg", "xl", "inner"]),
  components: Schema.Struct({
    button: Schema.Struct({
      primary: Schema.optionalKey(ButtonStyleRecord),
      secondary: Schema.optionalKey(ButtonStyleRecord),
      link: Schema.optionalKey(ButtonStyleRecord)
    }),
    input: Schema.optionalKey(ButtonStyleRecord),
    card: Schema.optionalKey(CardStyleRecord)
  }),
  fontLinks: Schema.Record(Schema.String, FontLinkRecord)
}).annotate({ identifier: "StyleGuide" })

const answer = {
  status: Schema.Literal("ok"),
  code: Schema.Literal(200),
  domain: Schema.String,
  finalDOMState: Schema.Literals(["loaded", "still-loading"]),
  cache_metadata: CacheMetadata,
  ...callFields
}

export const SiteStyleGuideRecord = Schema.Struct({ ...answer, styleguide: StyleGuideRecord }).annotate({
  identifier: "SiteStyleGuide"
})

export const SiteFontsRecord = Schema.Struct({
  ...answer,
  fonts: Schema.Array(
    Schema.Struct({
      font: Schema.String,
      uses: Schema.Array(Schema.String),
      fallbacks: Schema.Array(Schema.String),
      num_elements: Schema.Int,
      num_words: Schema.Int,
      percent_elements: Schema.Number,
      percent_words: Schema.Number
    })
  ),
  fontLinks: Schema.optionalKey(Schema.Record(Schema.String, FontLinkRecord))
}).annotate({ identifier: "SiteFonts" })

export const DesignApi = HttpApiGroup.make("design")
  .add(
    HttpApiEndpoint.get("styleguide", "/web/styleguide", {
      query: { ...designQuery, colorScheme: Schema.optionalKey(Schema.Literals(["light", "dark"])) },
      success: SiteStyleGuideRecord,
      error: errors
    }).annotateMerge(extracts("The design system of a site: colours, type, spacing, shadows and components")),
    HttpApiEndpoint.get("fonts", "/web/fonts", {
      query: designQuery,
      success: SiteFontsRecord,
      error: errors
    }).annotateMerge(extracts("The fonts of a site, with how much of it is set in each"))
  )
  .middleware(Admission)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Design", description: "How sites look." }))
