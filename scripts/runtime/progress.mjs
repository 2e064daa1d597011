// Prints progress lines such as "▸ packages … 12.3 s".

/**
 * @typedef {{ step<T>(title: string, work: (note: (text: string) => void) => Promise<T>): Promise<T>,
 *   line(text: string): void }} Progress
 * @param {{ quiet?: boolean, out?: NodeJS.WriteStream }} [options] quiet: whether nothing is printed
 * @returns {Progress}
 */
export function createProgress({ quiet = false, out = process.stdout } = {}) {
  const write = quiet ? () => {} : (/** @type {string} */ text) => void out.write(text);
  // Only a terminal can overwrite a line. Notes are shown only on a terminal, because they would fill
  // a log file.
  const note = (/** @type {string} */ title) => (/** @type {string} */ text) => {
    if (out.isTTY) write(`\r\x1b[K▸ ${title} … ${text.slice(0, 70)} `);
  };
  let isLineOpen = false;
  return {
    line(text) {
      write(isLineOpen ? `\n${text}\n` : `${text}\n`);
      isLineOpen = false;
    },
    async step(title, work) {
      const started = performance.now();
      const start = `▸ ${title} … `;
      const end = (/** @type {string} */ outcome) => {
        if (out.isTTY && isLineOpen) write('\r\x1b[K');
        write(out.isTTY || !isLineOpen ? `${start}${outcome}\n` : `${outcome}\n`);
        isLineOpen = false;
      };
      write(start);
      isLineOpen = true;
      try {
        const result = await work(note(title));
        end(seconds(performance.now() - started));
        return result;
      } catch (error) {
        end('failed');
        throw error;
      }
    },
  };
}

/** @param {number} milliseconds */
export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;
