import { conflict } from '@timbre/kit';

/** What the violation of each unique index means to the caller. */
export const constraints = {
  employees_number: () => {
    const message = 'Another employee has this employeeNumber.';
    const code = 'employee_number_taken';
    return conflict(message, code, [{ path: ['employeeNumber'], code, message }]);
  },
};
