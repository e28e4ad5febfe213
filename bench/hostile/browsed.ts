/** Pages that have the browser tell more than a process can read, or draw and begin what has no end, by what they do. */
import { inBody, megabyte, type Page } from "./answers.ts"

const script = (text: string): Page => inBody(() => `<p>content<script>${text}</script>`)

const large = (megabytes: number) => `"x".repeat(${megabytes * megabyte})`

const triangle = `const c=document.createElement("canvas");c.width=c.height=2000;document.body.append(c);
const g=c.getContext("webgl"),p=g.createProgram();
const add=(type,source)=>{const s=g.createShader(type);g.shaderSource(s,source);g.compileShader(s);g.attachShader(p,s)};
add(g.VERTEX_SHADER,"attribute vec2 p;void main(){gl_Position=vec4(p,0,1);}");
add(g.FRAGMENT_SHADER,"precision highp float;void main(){float a=0.;for(int i=0;i<100000;i++){for(int j=0;j<1000;j++){a+=sin(float(i)*float(j)+gl_FragCoord.x);}}gl_FragColor=vec4(a);}");
g.linkProgram(p);g.useProgram(p);g.bindBuffer(g.ARRAY_BUFFER,g.createBuffer());g.bufferData(g.ARRAY_BUFFER,new Float32Array([-1,-1,3,-1,-1,3]),g.STATIC_DRAW);
g.enableVertexAttribArray(0);g.vertexAttribPointer(0,2,g.FLOAT,false,0,0);g.drawArrays(g.TRIANGLES,0,3)`

const layers = `<style>div{position:absolute;width:900px;height:900px;will-change:transform;backdrop-filter:blur(60px)}</style><p>content${"<div></div>".repeat(400)}`

const wanderers = `let n=0;const all=Array.from({length:50},()=>document.body.appendChild(document.createElement("iframe")));
const go=()=>{for(const f of all)f.src="http://s"+n+++".localhost:"+location.port+"/frame";setTimeout(go,150)};go()`

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
  "a request that sends 300 MB": script(`fetch("/x",{method:"POST",body:${large(300)}}).catch(()=>{})`),
  "a triangle of WebGL that is computed without end": script(triangle),
  "400 layers that blur what is behind them": inBody(() => layers),
  "50 frames that go to new sites without end": script(wanderers)
}
