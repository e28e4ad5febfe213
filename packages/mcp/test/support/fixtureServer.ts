/** The server with the tools, resources and prompts that the official suite asks for by name, in place of Kittiwake's. */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type Server } from "@modelcontextprotocol/server"
import { makeServer } from "../../src/makeServer.ts"
import type { Session } from "../../src/Session.ts"

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="

const image = { type: "image" as const, data: png, mimeType: "image/png" }
const text = (value: string) => ({ type: "text" as const, text: value })
const embedded = (uri: string, value: string, mimeType = "text/plain") => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: value }
})

const tools = [
  "test_simple_text",
  "test_image_content",
  "test_audio_content",
  "test_embedded_resource",
  "test_multiple_content_types",
  "test_error_handling",
  "test_tool_with_logging",
  "test_tool_with_progress",
  "test_logging_tool"
]

/** The server, made as Kittiwake's is. */
export const fixtureServer = (session: Session): Server => {
  const server = makeServer(session)
  server.setRequestHandler("tools/list", () => ({
    tools: tools.map((name) => ({
      name,
      description: `For the suite: ${name}.`,
      inputSchema: { type: "object" as const }
    }))
  }))
  server.setRequestHandler("tools/call", async ({ params: { name } }, { mcpReq }) => {
    switch (name) {
      case "test_simple_text":
        return { content: [text("This is a simple text response for testing.")] }
      case "test_image_content":
        return { content: [image] }
      case "test_audio_content":
        return { content: [{ type: "audio" as const, data: wav, mimeType: "audio/wav" }] }
      case "test_embedded_resource":
        return { content: [embedded("test://embedded-resource", "This is an embedded resource content.")] }
      case "test_multiple_content_types":
        return {
          content: [
            text("Multiple content types test:"),
            image,
            embedded("test://mixed-content-resource", '{"test":"data","value":123}', "application/json")
          ]
        }
      case "test_error_handling":
        return { content: [text("This tool intentionally returns an error for testing")], isError: true }
      case "test_logging_tool":
      case "test_tool_with_logging":
        for (const message of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
          await mcpReq.log("info", message)
        }
        return { content: [text("Tool with logging executed successfully")] }
      case "test_tool_with_progress": {
        const progressToken = mcpReq._meta?.progressToken
        if (progressToken !== undefined) {
          for (const progress of [0, 50, 100]) {
            await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } })
          }
        }
        return { content: [text(String(progressToken))] }
      }
      default:
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`)
    }
  })
  server.setRequestHandler("resources/list", () => ({
    resources: [
      { uri: "test://static-text", name: "static-text", mimeType: "text/plain" },
      { uri: "test://static-binary", name: "static-binary", mimeType: "image/png" }
    ]
  }))
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? []
    if (uri === "test://static-text") {
      return { contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }] }
    }
    if (uri === "test://static-binary") return { contents: [{ uri, mimeType: "image/png", blob: png }] }
    if (id === undefined) throw new ResourceNotFoundError(uri)
    return {
      contents: [
        {
          uri,
          mimeType: "application/json",
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
        }
      ]
    }
  })
  server.setRequestHandler("prompts/list", () => ({
    prompts: [
      { name: "test_simple_prompt", arguments: [] },
      { name: "test_prompt_with_arguments", arguments: ["arg1", "arg2"] },
      { name: "test_prompt_with_embedded_resource", arguments: ["resourceUri"] },
      { name: "test_prompt_with_image", arguments: [] }
    ].map(({ name, arguments: args }) => ({
      name,
      description: `For the suite: ${name}.`,
      arguments: args.map((one) => ({ name: one, description: one, required: true }))
    }))
  }))
  server.setRequestHandler("prompts/get", ({ params: { arguments: given = {}, name } }) => {
    const user = <A>(content: A) => ({ role: "user" as const, content })
    switch (name) {
      case "test_simple_prompt":
        return { messages: [user(text("This is a simple prompt for testing."))] }
      case "test_prompt_with_arguments":
        return { messages: [user(text(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`))] }
      case "test_prompt_with_embedded_resource":
        return {
          messages: [
            user(embedded(String(given.resourceUri), "Embedded resource content for testing.")),
            user(text("Please process the embedded resource above."))
          ]
        }
      case "test_prompt_with_image":
        return { messages: [user(image), user(text("Please analyze the image above."))] }
      default:
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`)
    }
  })
  return server
}
