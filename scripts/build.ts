import { buildWeb } from './stack/build-web.ts';

await buildWeb((line) => console.log(line));
