/** Pages that have the browser tell more than a process can read, by what they do. */
import { inBody, megabyte, type Page } from "./answers.ts"

const script = (text: string): Page => inBody(() => `<p>content<script>${text}</script>`)

const large = (megabytes: number) => `"x".repeat(${megabytes * megabyte})`

export const browsed: Readonly<Record<string, Page>> = {
  "three strings of 172 MB to the console": script(`const s=${large(172)};console.log(s,s,s)`),
  "strings of 40 MB to the console": script(
    `const s=${large(40)};let n=0;const go=()=>{console.log(s);if(++n<200)setTimeout(go)};go()`
  ),
  "a million objects to the console": script(
    "let n=0;const go=()=>{for(let i=0;i<2000;i++)console.log(i,[1,{a:1}],document.body,{x:{y:1}});if(++n<500)setTimeout(go)};go()"
  ),
  "an error of 300 MB": script(`setTimeout(()=>{throw new Error(${large(300)})})`),
  "dialogs of 300 MB": script(`alert(${large(300)});prompt(${large(300)},${large(300)})`),
  "a request that sends 300 MB": script(`fetch("/x",{method:"POST",body:${large(300)}}).catch(()=>{})`)
}
