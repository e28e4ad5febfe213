/** What a body says; every door maps here. */
import type { Said } from "@kittiwake/core/feedback/domain/FeedbackNote"
import type { FeedbackBody } from "./api.ts"

export const saidOf = ({ message, rating, request_id, tags = [] }: FeedbackBody): Said => ({
  message,
  requestId: request_id ?? null,
  rating: rating ?? null,
  tags: [...new Set(tags)]
})
