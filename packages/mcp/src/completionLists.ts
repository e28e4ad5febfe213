/** Which arguments are completed, and from which lists of the API. */

export const lists: Readonly<Record<string, string>> = {
  monitor_id: "/v1/monitors?limit=100",
  change_id: "/v1/monitors/changes?limit=100",
  run_id: "/v1/monitors/runs?limit=100",
  batch_id: "/v1/batch/list?limit=100"
}

/** Whether completing this argument asks the API. */
export const completesByApi = (argument: string): boolean => Object.hasOwn(lists, argument)
