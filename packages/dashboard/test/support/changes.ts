/** Changes as a real installation finds them: a page is watched, edited and looked at again. */
import { eventually } from "../../../../test/endToEnd/eventually.ts"
import type { Stage } from "./Stage.ts"

interface Monitor {
  readonly id: string
}

/** Watches a page of the site, and waits for its first look. */
export const watch = async (
  stage: Stage,
  name: string,
  text: string,
  more: Readonly<Record<string, unknown>> = {}
): Promise<Monitor> => {
  stage.site.show(name, text)
  const monitor = await stage.call<Monitor>("POST", "/v1/monitors", {
    name: `Page ${name}`,
    target: { type: "page", url: stage.site.pageUrl(name) },
    change_detection: { type: "exact" },
    schedule: { type: "interval", frequency: 1, unit: "hours" },
    ...more
  })
  await eventually(
    () => stage.call<{ data: ReadonlyArray<{ status: string }> }>("GET", `/v1/monitors/${monitor.id}/runs`),
    ({ data }) => data.some(({ status }) => status === "completed")
  )
  return monitor
}

/** Edits the page and looks at it; answers with the id of the change. */
export const edit = async (stage: Stage, monitor: Monitor, name: string, text: string): Promise<string> => {
  stage.site.show(name, text)
  await stage.call("POST", `/v1/monitors/${monitor.id}/run`, {})
  const { data } = await eventually(
    () => stage.call<{ data: ReadonlyArray<{ id: string }> }>("GET", `/v1/monitors/${monitor.id}/changes`),
    (answer) => answer.data.length > 0
  )
  return data[0]?.id ?? ""
}
