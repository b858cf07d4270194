import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './client.ts';

/** No text of PostgreSQL has this character, so that no value of anybody looks like a place for one. */
const mark = '\u0000';

/** More shapes than are asked for all day; what comes after them is put together anew each time. */
const maxShapes = 200;

/**
 * Statements of a few shapes, each put together and compiled once: for a page that is asked for all day, that costs as
 * much as reading its answer. Whatever is not among the values must follow from the shape.
 */
export class CompiledOnce<Row> {
  readonly #byShape = new Map<string, CompiledQuery<Row>>();

  /** `build` puts the statement together from places for the values. */
  async rows<Name extends string>(
    trx: Db,
    shape: string,
    values: Readonly<Record<Name, string>>,
    build: (place: (name: Name) => string) => Compilable<Row>,
  ): Promise<Row[]> {
    const compiled =
      this.#byShape.get(shape) ??
      this.#compile(
        shape,
        build((name) => mark + name),
      );
    const parameters = compiled.parameters.map((parameter) =>
      isPlace(parameter) ? values[parameter.slice(mark.length) as Name] : parameter,
    );
    const { rows } = await trx.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  }

  #compile(shape: string, statement: Compilable<Row>): CompiledQuery<Row> {
    const compiled = statement.compile();
    if (this.#byShape.size < maxShapes) this.#byShape.set(shape, compiled);
    return compiled;
  }
}

const isPlace = (parameter: unknown): parameter is string =>
  typeof parameter === 'string' && parameter.startsWith(mark);
