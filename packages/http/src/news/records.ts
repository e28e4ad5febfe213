/** News as they are answered with (contract/news.md, response). */
import { articleTypes } from "@kittiwake/core/news/domain/ReportedArticle"
import type { Article, NewsPage } from "@kittiwake/core/news/News"
import { DateTime, Schema } from "effect"
import { callFields } from "../Replies.ts"

const ArticleRecord = Schema.Struct({
  id: Schema.String,
  story_id: Schema.String,
  url: Schema.String,
  title: Schema.String,
  description: Schema.NullOr(Schema.String),
  language: Schema.NullOr(Schema.String),
  image_url: Schema.NullOr(Schema.String),
  authors: Schema.Array(Schema.String),
  published_at: Schema.NullOr(Schema.String),
  type: Schema.Literals(articleTypes),
  source: Schema.Struct({ name: Schema.String, domain: Schema.String, direct: Schema.Boolean }),
  match: Schema.Struct({ level: Schema.Literals(["primary", "secondary"]), confidence: Schema.NullOr(Schema.Number) })
}).annotate({ identifier: "NewsArticle" })

const page = {
  data: Schema.Array(ArticleRecord),
  has_more: Schema.Boolean,
  next_cursor: Schema.NullOr(Schema.String),
  meta: Schema.Struct({ count: Schema.Int })
}

export const NewsRecord = Schema.Struct({ ...page, ...callFields }).annotate({ identifier: "FoundNews" })

/** A page of articles, in the words of the wire. */
export interface NewsPageRecord {
  readonly data: ReadonlyArray<typeof ArticleRecord.Type>
  readonly has_more: boolean
  /** What to ask the next page with; null at the end. */
  readonly next_cursor: string | null
  readonly meta: { readonly count: number }
}

const articleRecord = (article: Article): typeof ArticleRecord.Type => ({
  id: article.id,
  story_id: article.storyId,
  url: article.url,
  title: article.title,
  description: article.description,
  language: article.language,
  image_url: article.imageUrl,
  authors: article.authors,
  published_at: article.publishedAt === null ? null : DateTime.formatIso(article.publishedAt),
  type: article.type,
  source: article.source,
  match: article.match
})

/** As it is answered. */
export const newsRecord = ({ articles, nextCursor }: NewsPage): NewsPageRecord => ({
  data: articles.map(articleRecord),
  has_more: nextCursor !== null,
  next_cursor: nextCursor,
  meta: { count: articles.length }
})
