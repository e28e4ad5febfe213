/** Answers the operator about the installation. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { InstallationUntold } from "../errors.ts"
import { Installation } from "../system/Installation.ts"
import { makeAnswer } from "./answered.ts"
import { AdminApi } from "./api.ts"

export const layer = HttpApiBuilder.group(
  AdminApi,
  "installation",
  Effect.fn(function* (handlers) {
    const looks = yield* Installation
    const answer = yield* makeAnswer
    return handlers.handleAll({
      system: () => answer(looks === null ? Effect.fail(new InstallationUntold()) : looks.look),
      doctor: () => answer(looks === null ? Effect.fail(new InstallationUntold()) : looks.examine)
    })
  })
)
