/** What stands in every JSON Feed: the address of the version that it follows (jsonfeed.org/version/1.1). */
export const jsonFeedMark = "jsonfeed.org/version/"
