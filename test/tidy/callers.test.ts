import { callersOf } from '../../packages/contract/src';
import { calledRpcs, rpcsOf } from '../../scripts/runtime/gateway-rpcs.mjs';
import { callersOf as callersIn, services } from '../../scripts/runtime/services.mjs';

const folderOf = (name: string) => services.find((service) => service.name === name)!.folder;

describe('packages/contract/src/callers.ts', () => {
  it.each(services)('$name has exactly the callers of services.json', ({ name }) => {
    expect([...callersOf(name).keys()].toSorted()).toEqual(callersIn(name).toSorted());
  });

  const arrows = services.flatMap(({ name }) =>
    [...callersOf(name)].map(([caller, rpcs]) => ({ caller, name, rpcs: [...rpcs.keys()] })),
  );

  it.each(arrows)('$caller calls every rpc that it may call at $name', ({ caller, name, rpcs }) => {
    const called = calledRpcs(folderOf(caller), name);
    expect(rpcs.filter((rpc) => !called.includes(rpc))).toEqual([]);
  });

  it('every rpc has a caller', () => {
    const called = services.filter(({ ports }) => ports.grpc);
    const idle = called.flatMap(({ name }) => {
      const used = [...callersOf(name).values()].flatMap((rpcs) => [...rpcs.keys()]);
      return rpcsOf(name).filter((rpc) => !used.includes(rpc));
    });
    expect(idle).toEqual([]);
  });
});
