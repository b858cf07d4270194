import { buildWeb } from './world/build-web.ts';

await buildWeb((line) => console.log(line));
