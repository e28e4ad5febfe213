/** A price-watching application: its own routes, and Kittiwake's API mounted beside them. */
import express, { type Express } from "express"
import { type Kittiwake, KittiwakeError } from "kittiwake"

/** The application around an open instance. */
export const makeApp = (kittiwake: Kittiwake): Express => {
  const app = express()

  // Before any body parser: the mounted API reads its own bodies.
  app.use("/kittiwake", kittiwake.nodeHandler)

  app.use(express.json())

  app.post("/watch", async (request, response) => {
    const monitor = await kittiwake.monitors.create({
      name: request.body.name,
      target: { type: "page", url: request.body.url },
      schedule: { type: "interval", frequency: 1, unit: "hours" }
    })
    response.status(201).json({ id: monitor.id, watching: monitor.target.url })
  })

  app.get("/news", async (_request, response) => {
    const changes = await kittiwake.monitors.changes({ limit: 10 })
    response.json(changes.data.map(({ detected_at, summary, url }) => ({ url, what: summary, when: detected_at })))
  })

  app.use(((error, _request, response, next) => {
    if (!(error instanceof KittiwakeError)) return next(error)
    const status = error.code === "INPUT_VALIDATION_ERROR" ? 400 : error.code === "NOT_FOUND" ? 404 : 500
    response.status(status).json({ error: error.code, field: error.field, message: error.message })
  }) satisfies express.ErrorRequestHandler)

  return app
}
