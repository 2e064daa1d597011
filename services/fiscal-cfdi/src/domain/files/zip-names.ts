/**
 * Returns a function that gives each file of a ZIP a unique name that is valid on every operating system.
 * If two files have the same name, the function adds a number to the second name.
 */
export function zipNames(): (fileName: string) => string {
  const taken = new Set<string>();
  return (fileName) => {
    const safe = fileName.replace(/[^A-Za-z0-9._-]/g, '_').replace(/^[.]+/, '_');
    const dot = safe.lastIndexOf('.');
    const [stem, ending] = dot < 0 ? [safe, ''] : [safe.slice(0, dot), safe.slice(dot)];
    let name = safe;
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${stem}-${n}${ending}`;
    taken.add(name.toLowerCase());
    return name;
  };
}
